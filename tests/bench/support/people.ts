import { type Client, createGroup, type Reachable, signUp } from '../../support/product.ts';

export type Team = { readonly owner: Client; readonly groupId: string };

/** A group and its owner, signed in. */
export const makeTeam = async (process: Reachable): Promise<Team> => {
  const owner = await signUp(process);
  const { group } = await createGroup(owner);
  return { owner, groupId: group._id };
};

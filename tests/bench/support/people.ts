import { type Client, createGroup, joinGroup, type Reachable, signUp } from '../../support/product.ts';

export type Team = {
  readonly owner: Client;
  readonly groupId: string;
  readonly tokens: readonly (string | undefined)[];
};

/** A group, its owner and its guests, signed in. A person may have only some of a room's sockets open. */
export const makeTeam = async (process: Reachable, guests = 0): Promise<Team> => {
  const owner = await signUp(process);
  const { group } = await createGroup(owner);
  const tokens = [owner.token];
  for (let joined = 0; joined < guests; joined++) {
    const guest = await signUp(process);
    await joinGroup(guest, group.inviteCode ?? '');
    tokens.push(guest.token);
  }
  return { owner, groupId: group._id, tokens };
};

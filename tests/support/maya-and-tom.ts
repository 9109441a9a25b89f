import { FollowingClient } from './following-client.ts';
import { createGroup, joinGroup, type Reachable, signUp } from './product.ts';

/** Maya's group, which Tom has joined. */
export const mayaAndTom = async (product: Reachable) => {
  const maya = await signUp(product, { firstName: 'Maya' });
  const tom = await signUp(product, { firstName: 'Tom' });
  const { group, inviteCode } = await createGroup(maya);
  await joinGroup(tom, inviteCode);
  return { maya, tom, groupId: group._id };
};

/** Like `mayaAndTom`, with Tom on a socket. */
export const mayaAndListeningTom = async (product: Reachable) => {
  const { maya, tom, groupId } = await mayaAndTom(product);
  return { maya, groupId, toms: await FollowingClient.connect(product, tom.token) };
};

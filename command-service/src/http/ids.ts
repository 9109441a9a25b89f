import { type Refusal, type RefusalCode, refuse } from '@quorum/contracts/kernel/refusals.ts';

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Runs with the id from a path. Anything else cannot exist, and never becomes part of a stream's name.
 * @param missing the refusal in that case.
 */
export const withId = async <R>(
  id: string | undefined,
  missing: RefusalCode,
  run: (id: string) => Promise<R>,
): Promise<R | Refusal> => (id !== undefined && ID.test(id) ? run(id) : refuse(missing));

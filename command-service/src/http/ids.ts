import { type Refusal, type RefusalCode, refuse } from '@quorum/contracts/wire/refusals.ts';

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Runs with the id that a path names. What is no id names nothing, and never gets into the name of a stream.
 * @param missing the refusal for what is not there.
 */
export const withId = async <R>(
  id: string | undefined,
  missing: RefusalCode,
  run: (id: string) => Promise<R>,
): Promise<R | Refusal> => (id !== undefined && ID.test(id) ? run(id) : refuse(missing));

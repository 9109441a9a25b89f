/** A failure that is explained in one line; anything else is a bug and keeps its stack. */
export class EngineFailure extends Error {
  name = 'EngineFailure';
}

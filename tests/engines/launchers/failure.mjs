/** A failure that one line explains to the person at the terminal; anything else is a defect and keeps its stack. */
export class EngineFailure extends Error {
  name = 'EngineFailure';
}

export { limits } from '../things.ts';

/** Id of My Schedule, the pseudo-group of personal events. */
export const MY_SCHEDULE = 'my-q';

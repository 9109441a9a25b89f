/**
 * What a serving process is started with. Requests leave much behind that is soon garbage: with room for some megabytes more of it, it
 * is collected a few times less often, and nearly nothing is still in use by then.
 */
export const nodeFlags = ['--min-semi-space-size=16', '--max-semi-space-size=32'];

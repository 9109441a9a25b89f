/** Whether the command key does here what the control key does elsewhere. */
export const isMac = (): boolean => navigator.userAgent.includes('Mac');

/** Where people write to; a deployment with its own address sets it when the client is built. */
export const SUPPORT_EMAIL: string = (import.meta.env.VITE_SUPPORT_EMAIL as string | undefined) || 'support@quorum.app';

import { DEFAULT_SUPPORT_EMAIL } from '@quorum/contracts/kernel/product.ts';

/** The address for support. `SUPPORT_EMAIL` is read when the pages are built, and by the server when it starts. */
export const SUPPORT_EMAIL: string = (import.meta.env.SUPPORT_EMAIL as string | undefined) || DEFAULT_SUPPORT_EMAIL;

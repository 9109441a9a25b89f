import { hash } from 'node:crypto';

/** The stored form of a session token. It names the session's stream and document; the token itself is never stored. */
export const tokenHash = (token: string): string => hash('sha256', token, 'base64url');

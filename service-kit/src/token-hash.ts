import { hash } from 'node:crypto';

/** What is known of a session's token: it names the session's stream and its document. The token itself is stored nowhere. */
export const tokenHash = (token: string): string => hash('sha256', token, 'base64url');

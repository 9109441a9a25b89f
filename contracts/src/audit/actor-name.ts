import type { AuditLine } from './wire.ts';

/** `admin` is the administrator who was signed in. The product's own actions have no name. */
export const actorName = ({ actor, facts }: Pick<AuditLine, 'actor' | 'facts'>): string => {
  if (actor._id === 'admin') return String(facts.by ?? 'admin');
  if (actor._id === 'anonymous') return 'Somebody';
  if (actor._id.startsWith('system:')) return 'Quorum';
  return actor.name || 'A deleted account';
};

type Tone = 'plain' | 'warn' | 'danger';

/** `sexual content` as `Sexual content`. */
export const reasonLabel = (reason: string): string => reason.charAt(0).toUpperCase() + reason.slice(1);

export const reasonTone = (reason: string): Tone => {
  if (reason === 'other') return 'plain';
  return reason === 'spam' ? 'warn' : 'danger';
};

import type { OwnRsvpView } from '@quorum/contracts/entry/attendance.ts';
import { ordinal } from '@quorum/contracts/text/ordinal.ts';
import { useState } from 'react';

const newsOf = (name: string, before: OwnRsvpView, now: OwnRsvpView): string | undefined => {
  if (before.place === null || before.place === now.place || now.answer !== 'going') return undefined;
  return now.place === null ? `A seat opened up. You’re going to ${name}.` : `You’re ${ordinal(now.place)} in line.`;
};

/** Announces to a person on the waitlist that they moved up or got a seat. */
export const useWaitlistAnnouncement = (name: string, mine: OwnRsvpView): string | undefined => {
  const [known, setKnown] = useState(mine);
  const [news, setNews] = useState<string>();
  if (known.place !== mine.place) {
    setKnown(mine);
    setNews(newsOf(name, known, mine));
  }
  // The region is there before its text.
  return mine.place !== null ? (news ?? '') : news;
};

import { findLinks } from '@quorum/contracts/text/find-links.ts';
import { LinkedText } from './linked-text.tsx';

const MAP = 'https://www.google.com/maps/search/?api=1&query=';

/** The place of an event. Web addresses are links, and any other place is looked up on a map. */
export function PlaceText({ place }: { place: string }) {
  if (findLinks(place).length > 0) return <LinkedText text={place} />;
  return (
    <a className="link" href={MAP + encodeURIComponent(place)} target="_blank" rel="noopener noreferrer">
      {place}
    </a>
  );
}

import { findLinks } from '@quorum/contracts/text/find-links.ts';
import { Fragment } from 'react';

/** Text with its web addresses as links. */
export function LinkedText({ text }: { text: string }) {
  const links = findLinks(text);
  if (links.length === 0) return text;
  return (
    <>
      {links.map(({ start, end, url }, index) => (
        <Fragment key={start}>
          {text.slice(links[index - 1]?.end ?? 0, start)}
          <a className="link" href={url} target="_blank" rel="noopener noreferrer">
            {text.slice(start, end)}
          </a>
        </Fragment>
      ))}
      {text.slice(links.at(-1)?.end)}
    </>
  );
}

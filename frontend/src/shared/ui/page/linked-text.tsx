import { findLinks } from '@quorum/contracts/text/find-links.ts';
import { Fragment } from 'react';
import { Link } from 'react-router-dom';
import { pathOfLink } from '../../lib/addresses.ts';

/** Text with its web addresses as links. */
export function LinkedText({ text }: { text: string }) {
  const links = findLinks(text);
  if (links.length === 0) return text;
  return (
    <>
      {links.map(({ start, end, url }, index) => (
        <Fragment key={start}>
          {text.slice(links[index - 1]?.end ?? 0, start)}
          <WebLink url={url}>{text.slice(start, end)}</WebLink>
        </Fragment>
      ))}
      {text.slice(links.at(-1)?.end)}
    </>
  );
}

/** One of the product opens here, any other in a new tab. */
function WebLink({ url, children }: { url: string; children: string }) {
  const path = pathOfLink(url);
  return path === undefined ? (
    <a className="link" href={url} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  ) : (
    <Link className="link" to={path}>
      {children}
    </Link>
  );
}

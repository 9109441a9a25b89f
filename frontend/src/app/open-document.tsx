import { useEffect } from 'react';
import { Waiting } from './waiting.tsx';

/** The public pages are documents of their own. Who comes by here wrote an address in another way, as `/Support`. */
export function OpenDocument({ path }: { path: string }) {
  if (window.location.pathname === path) throw new Error(`The server has no page at ${path}`);
  useEffect(() => window.location.replace(`${path}${window.location.hash}`), [path]);
  return <Waiting />;
}

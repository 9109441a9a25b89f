import { type ReactNode, useState } from 'react';
import { Button } from '../controls/button.tsx';

/** The end of a page of a list: a button, and the next page once it is asked for. */
export function NextPage({ page }: { page: () => ReactNode }) {
  const [isAsked, setAsked] = useState(false);
  if (isAsked) return page();
  return (
    <Button size="sm" onClick={() => setAsked(true)}>
      Show more
    </Button>
  );
}

import { type ReactNode, useState } from 'react';
import { Button } from '../controls/button.tsx';

export interface NextPageProps {
  page: () => ReactNode;
  /** The element around the button, where a list cannot hold it directly. */
  around?: (button: ReactNode) => ReactNode;
}

/** The end of a page of a list: a button, and the next page once it is asked for. */
export function NextPage({ page, around = (button) => button }: NextPageProps) {
  const [isAsked, setAsked] = useState(false);
  if (isAsked) return page();
  return around(
    <Button size="sm" onClick={() => setAsked(true)}>
      Show more
    </Button>,
  );
}

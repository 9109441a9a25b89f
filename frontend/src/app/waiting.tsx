import { Mark } from '../shared/ui/people/brand.tsx';

/** Stands in for a page that is loading. The first HTML shows the same, so nothing changes until the page is there. */
export function Waiting() {
  return (
    <main className="waiting">
      <Mark />
    </main>
  );
}

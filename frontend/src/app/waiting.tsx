import { Late } from '../shared/ui/feedback/late.tsx';
import { Spinner } from '../shared/ui/feedback/spinner.tsx';
import './waiting.css';

/** Stands in for a page that is loading. Shows something only when that takes long. */
export function Waiting() {
  return (
    <main className="waiting">
      <Late>
        <Spinner />
      </Late>
    </main>
  );
}

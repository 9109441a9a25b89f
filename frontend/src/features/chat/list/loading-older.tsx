import { Spinner } from '../../../shared/ui/spinner.tsx';

/** Stands over the list, not in it: nothing moves when it comes and goes. */
export function LoadingOlder() {
  return (
    <div className="chat__older" role="status">
      <Spinner size="sm" />
      <span className="sr">Loading older messages...</span>
    </div>
  );
}

import { Component, type ReactNode } from 'react';
import { Button } from '../shared/ui/controls/button.tsx';
import { FullPageMessage } from '../shared/ui/page/full-page-message.tsx';

type Props = { readonly place: string; readonly children: ReactNode };
/** `old`: the server has a newer release, which lacks the code that this page asked for. */
type State = { readonly problem: 'none' | 'asking' | 'old' | 'broken' };

/** As Chromium, Firefox, Safari and Vite report code that cannot be fetched. */
const NO_CODE = /dynamically imported module|Importing a module script failed|Unable to preload/;

/** Files that wait to be sent, for example: the page would ask before it goes. */
const wouldLose = (): boolean => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

const wasReloaded = (): boolean => {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return navigation?.type === 'reload';
};

export const isServerThere = (): Promise<boolean> =>
  fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );

/**
 * Shows a message and a way on when rendering throws. Another `place` is tried again. A page that is older than the
 * server's release loads itself anew once, if nothing is lost by it, and says so otherwise.
 */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { problem: 'none' };

  static getDerivedStateFromError(error: unknown): State {
    return { problem: error instanceof Error && NO_CODE.test(error.message) ? 'asking' : 'broken' };
  }

  override componentDidCatch() {
    if (this.state.problem === 'asking') void this.#findOut();
  }

  override componentDidUpdate({ place }: Props) {
    if (this.state.problem !== 'none' && place !== this.props.place) this.setState({ problem: 'none' });
  }

  async #findOut() {
    const isOld = await isServerThere();
    if (isOld && !wasReloaded() && !wouldLose()) window.location.reload();
    else this.setState({ problem: isOld ? 'old' : 'broken' });
  }

  override render() {
    const { problem } = this.state;
    if (problem === 'none') return this.props.children;
    if (problem === 'asking') return null;
    return (
      <FullPageMessage
        art="fading"
        title={problem === 'old' ? 'There is a new version of Quorum' : 'Something went wrong'}
        actions={<Button onClick={() => window.location.reload()}>{problem === 'old' ? 'Reload' : 'Try Again'}</Button>}
      >
        {problem === 'old' ? 'Reload the page to use it.' : 'The page could not be shown.'} Nothing that you saved is
        lost.
      </FullPageMessage>
    );
  }
}

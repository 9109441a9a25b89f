import { useToast } from './toast.tsx';

/** Loads the code that copies. Safari copies only soon after a press, so load it before. */
export const preloadCopy = () => import('../../lib/copy-text.ts');

/** Copies a text and says so. */
export const useCopy = (): ((text: string) => void) => {
  const toast = useToast();
  return (text) => {
    preloadCopy()
      .then(({ copyText }) => copyText(text))
      .then(() => toast('Copied!'))
      .catch((error: unknown) => console.warn('Failed to copy the text.', error));
  };
};

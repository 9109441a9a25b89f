import type { NoticeKind } from './wire.ts';

/** Whether the chat shows a notice. A new event and its texts are shown by the message that announces it. */
export const isInChat = ({ kind }: { readonly kind: NoticeKind }): boolean => kind !== 'created' && kind !== 'changed';

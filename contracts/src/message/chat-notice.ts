import type { NoticeKind } from './wire.ts';

/** Whether the chat shows a notice. New events and their texts stand in the message that announces them. */
export const isInChat = ({ kind }: { readonly kind: NoticeKind }): boolean => kind !== 'created' && kind !== 'changed';

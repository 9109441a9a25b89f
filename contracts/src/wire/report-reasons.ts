export const reportReasons = ['spam', 'harassment', 'hate', 'violence', 'sexual content', 'other'] as const;

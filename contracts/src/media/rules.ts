export const limits = {
  picture: 5_242_880,
  video: 104_857_600,
  attachment: 26_214_400,
} as const;

export const refusals = {
  'upload/missing': [400, 'Please choose a file'],
  'upload/malformed': [400, 'The upload could not be read'],
  'upload/interrupted': [400, 'The upload was interrupted'],
  'upload/stalled': [408, 'The upload stalled'],
  'upload/not-an-image': [400, 'Please select an image file'],
  'upload/image-unreadable': [
    400,
    'This picture is damaged or has more than 52 megapixels. Please choose another one.',
  ],
  'upload/keeps-metadata': [415, 'This kind of picture would keep where it was taken. Please send it as JPEG or PNG.'],
  'upload/not-a-group-image': [400, 'Please select a valid image file'],
  'upload/picture-too-large': [413, 'File size must be less than 5MB'],
  'upload/group-image-too-large': [413, 'Image size must be less than 5MB'],
  'upload/video-too-large': [413, '{size} exceeds 100MB limit for videos'],
  'upload/file-too-large': [413, '{size} exceeds 25MB limit for files'],
  'upload/image-unknown': [400, 'Please upload the image again'],
  'storage/full': [413, 'Your files and messages take up all of your {size}. Please delete some of them first.'],
  'file/not-found': [404, 'File not found'],
} as const;

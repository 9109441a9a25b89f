/** A UUID in lower case, the one way in which ids are written in addresses: what is named otherwise could not be reached. */
export const ID_FORM = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

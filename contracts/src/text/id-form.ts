/** A lower-case UUID, the only form of an id that routes accept. */
export const ID_FORM = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

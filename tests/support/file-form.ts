/** A form that uploads a file in this field, after some texts. */
export const fileForm = (field: string, file: File, texts: Readonly<Record<string, string>> = {}): FormData => {
  const form = new FormData();
  for (const [name, text] of Object.entries(texts)) form.append(name, text);
  form.append(field, file);
  return form;
};

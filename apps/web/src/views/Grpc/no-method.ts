/** Says why the type of a method's messages is not known. */
export function noMethod(method: string): string {
  return method === ''
    ? 'Choose a method first.'
    : 'The service definition is not loaded, or does not have this method.'
}

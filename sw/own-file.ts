/** Whether an answer is one of the app's files. A page of a hotspot must not stand in for code until the next release. */
export function onlyOwnFile(response: Response): Response | null {
  const type = response.headers.get('content-type') ?? '';
  return response.status === 200 && type !== '' && !type.startsWith('text/html') ? response : null;
}

/** Why there is no camera, by the name of the browser's error, in one short line. */
export const cameraProblem = (error: string) => cameraProblems[error] ?? 'The browser does not say why.'
const denied = 'Allow it in your browser.'
const noneThere = 'This device has none.'
const inUse = 'Another app uses it.'
const cameraProblems: Record<string, string> = {
  ...{ NotAllowedError: denied, SecurityError: denied },
  ...{ NotFoundError: noneThere, OverconstrainedError: noneThere },
  ...{ NotReadableError: inUse, AbortError: inUse },
}

/** Why there is no camera, by the name of the browser's error, and what to do. */
export const cameraProblem = (error: string) => cameraProblems[error] ?? 'Type the code or the name, or try again.'
const denied = 'This site may not use it: allow the camera in the browser’s settings, then try again.'
const noneThere = 'This device has none that can be used. Type the code or the name.'
const inUse = 'Something else uses it: close that, then try again.'
const cameraProblems: Record<string, string> = {
  ...{ NotAllowedError: denied, SecurityError: denied },
  ...{ NotFoundError: noneThere, OverconstrainedError: noneThere },
  ...{ NotReadableError: inUse, AbortError: inUse },
}

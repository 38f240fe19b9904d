import { findFrameProblem, type InstalledApp } from './app-schemas.ts'
import { type AppContext, createPageMessage } from './connect-message.ts'
import { useAppFrame } from './use-app-frame.tsx'

interface AppPageProps {
  readonly app: InstalledApp
  readonly context: AppContext
  /** The path in the app. */
  readonly path: string
}

/** The page location of an app: it fills the editor below its header. */
export function AppPage({ app, context, path }: AppPageProps) {
  const problem = findFrameProblem(app, location.origin)
  return (
    <main className={problem ? undefined : 'app-page'}>
      <title>{`${app.name} · Local content`}</title>
      {problem ? (
        <p className="problem">{`The app ${app.name} cannot be shown: ${problem}`}</p>
      ) : (
        <AppPageFrame app={app} context={context} path={path} />
      )}
    </main>
  )
}

function AppPageFrame({ app, context, path }: AppPageProps) {
  const createConnectMessage = () => createPageMessage(app, context, path)
  const { frame, status } = useAppFrame({ app, title: app.name, createConnectMessage })
  return (
    <>
      <AppNote app={app} status={status} />
      {frame}
    </>
  )
}

/** Says that an app does not respond. */
export const AppNote = ({ app, status }: Pick<AppPageProps, 'app'> & { readonly status: string }) => (
  <p className="problem" role="status" hidden={status !== 'late'}>
    {status === 'late' && `The app ${app.name} does not respond: check that its server at ${app.src} is running.`}
  </p>
)

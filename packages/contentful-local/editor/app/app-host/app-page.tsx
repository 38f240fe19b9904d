import { currentPage } from '#local/editor/app/api/management-client.ts'
import type { InstalledApp } from './app-installations.ts'
import { createPageConnectMessage } from './app-messages.ts'
import { useAppFrame } from './use-app-frame.tsx'

interface AppPageProps {
  readonly app: InstalledApp
  /** The path in the app. */
  readonly path: string
}

/** The page location of an app: it fills the editor below its header. */
export function AppPage({ app, path }: AppPageProps) {
  const createConnectMessage = () => createPageConnectMessage(app, currentPage.ids, path)
  const { frame, note } = useAppFrame({ app, title: app.name, createConnectMessage })
  return (
    <main className="app-page">
      <title>{`${app.name} · Local content`}</title>
      {note}
      {frame}
    </main>
  )
}

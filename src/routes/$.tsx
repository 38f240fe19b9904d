import { createFileRoute, redirect } from '@tanstack/react-router'

/** Redirects unknown paths to Home (requirements §2). */
export const Route = createFileRoute('/$')({
  beforeLoad: () => {
    throw redirect({ to: '/', replace: true })
  },
})

import { createFileRoute, redirect } from '@tanstack/react-router'

/** Redirects unknown paths to the home page (requirements §2). */
export const Route = createFileRoute('/$')({
  beforeLoad: () => {
    throw redirect({ to: '/', replace: true })
  },
})

import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { BrokenPage } from './page/broken-page.tsx'
import './style/tokens.css'
import './style/base.css'
import './style/table.css'
import './style/shell.css'
import './style/run.css'
import './style/pages.css'
import '../../src/react/indicator.css'

const place = document.getElementById('root')
if (place) {
  // Without it a page with a fault, or one whose files a newer server no longer has, would be empty.
  const root = createRoot(place, {
    onUncaughtError(error) {
      reportError(error)
      root.render(<BrokenPage error={error} />)
    },
  })
  root.render(<App />)
}

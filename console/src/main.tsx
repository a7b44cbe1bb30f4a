import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import './style/tokens.css'
import './style/base.css'
import './style/table.css'
import './style/shell.css'
import './style/run.css'
import './style/pages.css'
import '../../src/react/indicator.css'

const root = document.getElementById('root')
if (root) createRoot(root).render(<App />)

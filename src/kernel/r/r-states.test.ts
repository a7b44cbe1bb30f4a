import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openStatesBench } from '../kernel-states.fixture.ts'

let r: Awaited<ReturnType<typeof openStatesBench>>
beforeEach(async () => {
  r = await openStatesBench('r')
})
afterEach(() => r.destroy())

const MADE = `
table <- data.frame(n = c(1, NA), f = factor(c("é", "b"))); shared <- new.env(); shared$n <- 1; same <- shared
add <- function(a) a + offset; offset <- 2; counter <- local({ n <- 0; function() { n <<- n + 1; n } }); counter()
setClass("Point", representation(x = "numeric")); setGeneric("size", function(p) standardGeneric("size"))
setMethod("size", "Point", function(p) p@x * 2); point <- new("Point", x = 4)
print.money <- function(x, ...) cat("money\\n"); coin <- structure(1, class = "money"); nothing <- NULL; .hidden <- 5
makeActiveBinding("now", function() 7, globalenv()); locked <- 1; lockBinding("locked", globalenv())
library(splines); attach(list(inside = 3), name = "things"); options(digits = 3, own.option = "x"); set.seed(1); runif(1)
Sys.setenv(COLOUR = "red"); Sys.unsetenv("HOME"); setwd("/tmp"); Sys.umask("027"); invisible()`
const ASK = `shared$n <- 5; print(table); print(c(same$n, add(1), counter(), size(point), now, inside, .hidden, is.null(nothing)))
print(coin); print(isVirtualClass("Point")); print("package:splines" %in% search()); print(pi); print(getOption("own.option"))
print(tryCatch({ locked <- 2; "free" }, error = function(e) "locked")); print(runif(1), digits = 10)
cat(Sys.getenv("COLOUR"), Sys.getenv("HOME", "none"), getwd(), format(Sys.umask()), "\\n")`

describe('saved R brings back', () => {
  it('values, closures, classes, packages, options, seed, environment and directory', async () => {
    await r.run(MADE)
    const { missing, lost, versions } = await r.reborn()
    expect([lost, missing]).toEqual([[], []])
    expect(versions).toMatchObject({ R: expect.stringMatching(/^\d/), splines: expect.stringMatching(/^\d/) })
    const after = await r.printed(ASK)
    await r.fresh()
    await r.run(MADE)
    expect(after).toBe(await r.printed(ASK))
    expect(after).toContain('"locked"')
  })

  it('random numbers that continue, unless they are reseeded', async () => {
    await r.run('set.seed(1)')
    await r.reborn()
    const drawn = 'set.seed(1); cat(runif(1))'
    expect(await r.printed('cat(runif(1))')).toBe(await r.printed(drawn))
    await r.run('set.seed(1)')
    await r.contexts.states(r.id).reseed()
    expect(await r.printed('cat(runif(1))')).not.toBe(await r.printed(drawn))
  })

  it('and names values that could not be restored', async () => {
    await r.run('dir.create("gone"); setwd("gone"); kept <- 1')
    const { bytes } = await r.contexts.states(r.id).save()
    await r.run('setwd(".."); unlink("gone", recursive = TRUE)')
    await r.fresh()
    const { lost } = await r.contexts.states(r.id).load(bytes)
    expect(lost).toEqual([{ name: 'directory', why: expect.stringContaining('cannot change') }])
    expect(await r.printed('cat(kept)')).toBe('1')
  })
})

describe('a mark of R', () => {
  it('undoes changes inside of environments, packages and options', async () => {
    await r.run('held <- new.env(); held$n <- 1; x <- 1')
    await r.undone('held$n <- 2; rm(x); library(splines); options(digits = 3); setwd("/tmp"); stop("no")')
    const printed = await r.printed('cat(held$n, x, "package:splines" %in% search(), getOption("digits"), getwd())')
    expect(printed).toBe('1 1 FALSE 7 /workspace')
  })

  it('is not made where a connection or a program would be lost, and each is named', async () => {
    await r.run('z <- list(inside = textConnection("a")); system("sleep 60", wait = FALSE)')
    const lost = await r.lostNames()
    expect(lost).toContain('z')
    expect(lost).toContain('connection "a"')
    expect(lost.some((name) => /^process \d+ \(sleep\)$/.test(name))).toBe(true)
    expect(await r.unsafe()).toMatch(/^z: /)
  })
})

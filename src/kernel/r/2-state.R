# R, part 2: the interpreter's state, as bytes and back. They go through a file in memory that the relay reads.
state_path <- "/dev/fd/9"
categories <- c("LC_COLLATE", "LC_CTYPE", "LC_MONETARY", "LC_NUMERIC", "LC_TIME")
# Options of the kernel or of the process.
options_of_kernel <- c("device", "kernel.directory")

# The state before the first cell.
first <- new.env()
remember_first <- function() {
  first$search <- search()
  first$namespaces <- loadedNamespaces()
  first$options <- options()
  first$env <- Sys.getenv()
  first$connections <- getAllConnections()
}

loss <- function(name, why) json_object(name = json_text(name), why = json_text(why))

# Pointers in definitions of classes: an empty one, and the sign of classes that were made in this process.
harmless_pointers <- list(
  methods::new("externalptr"),
  methods::makeClassRepresentation("Kernel", package = "kernel", where = environment())@versionKey
)
is_harmless <- function(pointer) any(vapply(harmless_pointers, identical, TRUE, pointer))

# Bytes, with an attribute that names the values they cannot hold: R writes such values as nothing.
as_bytes <- function(value) {
  hollow <- character()
  notice <- function(object) {
    is_pointer <- typeof(object) %in% c("externalptr", "weakref") && !is_harmless(object)
    if (is_pointer) hollow <<- typeof(object)
    NULL
  }
  # A data.table holds a pointer to itself and can do without it.
  bytes <- serialize(value, NULL, xdr = FALSE, refhook = if (!inherits(value, "data.table")) notice)
  structure(bytes, hollow = hollow)
}

why_hollow <- function(value) {
  if (inherits(value, "connection")) "a connection cannot be kept"
  else "it is or holds something that only lives in this process: an external pointer"
}

values_of_cells <- function() {
  names <- ls(globalenv(), all.names = TRUE)
  is_active <- vapply(names, function(name) bindingIsActive(as.name(name), globalenv()), TRUE)
  read <- function(name) tryCatch(list(get(name, globalenv())), error = identity)
  is_locked <- vapply(names, function(name) bindingIsLocked(name, globalenv()), TRUE)
  active <- lapply(names[is_active], function(name) activeBindingFunction(as.name(name), globalenv()))
  list(
    values = sapply(names[!is_active], read, simplify = FALSE),
    active = stats::setNames(active, names[is_active]),
    locked = names[is_locked]
  )
}

surroundings_now <- function() {
  now <- options()
  is_changed <- vapply(names(now), function(name) !identical(now[[name]], first$options[[name]]), TRUE)
  env <- Sys.getenv()
  added <- setdiff(search(), first$search)
  is_package <- startsWith(added, "package:")
  list(
    packages = sub("^package:", "", added[is_package]),
    attached = sapply(added[!is_package], function(name) as.list(as.environment(name), all.names = TRUE), simplify = FALSE),
    namespaces = setdiff(loadedNamespaces(), first$namespaces),
    options = now[is_changed & !names(now) %in% options_of_kernel],
    removed_options = setdiff(names(first$options), c(names(now), options_of_kernel)),
    directory = getwd(),
    mask = Sys.umask(),
    env = env[!names(env) %in% names(first$env) | env != first$env[names(env)]],
    unset = setdiff(names(first$env), names(env)),
    locale = vapply(categories, Sys.getlocale, "")
  )
}

# Saves the state; variables that cannot be saved, and then the largest of the others, are left out by name.
keep_state <- function(most_bytes) {
  held <- values_of_cells()
  is_broken <- vapply(held$values, inherits, TRUE, "error")
  lost <- Map(function(name, problem) loss(name, conditionMessage(problem)), names(held$values)[is_broken], held$values[is_broken])
  held$values <- held$values[!is_broken]
  state <- c(held, surroundings_now())
  bytes <- as_bytes(state)
  if (length(attr(bytes, "hollow")) || length(bytes) > most_bytes) {
    alone <- lapply(state$values, function(value) as_bytes(value[[1L]]))
    is_hollow <- vapply(alone, function(bytes) length(attr(bytes, "hollow")) > 0L, TRUE)
    hollow <- state$values[is_hollow]
    lost <- c(lost, Map(function(name, value) loss(name, why_hollow(value[[1L]])), names(hollow), hollow))
    sizes <- lengths(alone)[!is_hollow]
    sizes <- sizes[order(sizes, decreasing = TRUE)]
    # Names of the largest values, which have to go until the rest fits.
    gone <- utils::head(names(sizes), sum(rev(cumsum(rev(sizes))) > most_bytes))
    lost <- c(lost, Map(function(name) loss(name, paste("too large to be kept:", sizes[[name]], "bytes")), gone))
    state$values <- state$values[setdiff(names(state$values)[!is_hollow], gone)]
    bytes <- as_bytes(state)
    around <- as_bytes(state[names(state) != "values"])
    if (length(attr(around, "hollow"))) lost <- c(lost, list(loss("options or attached lists", why_hollow(NULL))))
  } else hollow <- list()
  list(bytes = bytes, lost = c(lost, lost_connections(hollow)))
}

# Lost connections that no variable holds.
lost_connections <- function(hollow) {
  held <- vapply(hollow, function(value) if (inherits(value[[1L]], "connection")) as.integer(value[[1L]]) else -1L, 1L)
  numbers <- setdiff(open_connections(), held)
  lapply(numbers, function(number) {
    loss(paste("connection", summary(getConnection(number))$description), why_hollow(stdin()))
  })
}

# Closes unreferenced connections first, which R does only when it collects its garbage.
open_connections <- function() {
  if (length(setdiff(getAllConnections(), first$connections))) gc()
  setdiff(getAllConnections(), first$connections)
}

write_state <- function(bytes) {
  output <- file(state_path, "wb", raw = TRUE)
  on.exit(close(output))
  writeBin(as.vector(bytes), output)
}

read_state <- function(size) {
  input <- file(state_path, "rb", raw = TRUE)
  on.exit(close(input))
  unserialize(readBin(input, "raw", size))
}

# Loads a state; gives the losses.
load_state <- function(state) {
  lost <- list()
  attempt <- function(name, code) {
    tryCatch(suppressWarnings(code), error = function(condition) lost <<- c(lost, list(loss(name, conditionMessage(condition)))))
  }
  if (length(state$unset)) Sys.unsetenv(state$unset)
  if (length(state$env)) do.call(Sys.setenv, as.list(state$env))
  Sys.umask(state$mask)
  for (category in categories) attempt("locale", Sys.setlocale(category, state$locale[[category]]))
  attempt("directory", setwd(state$directory))
  for (name in state$namespaces) attempt(paste("package", name), loadNamespace(name))
  for (name in rev(state$packages)) {
    attempt(paste("package", name), suppressPackageStartupMessages(library(name, character.only = TRUE)))
  }
  for (name in rev(names(state$attached))) attach(state$attached[[name]], name = name)
  options(state$options)
  if (length(state$removed_options)) options(stats::setNames(vector("list", length(state$removed_options)), state$removed_options))
  for (name in names(state$values)) assign(name, state$values[[name]][[1L]], globalenv())
  for (name in names(state$active)) makeActiveBinding(name, state$active[[name]], globalenv())
  for (name in intersect(state$locked, ls(globalenv(), all.names = TRUE))) lockBinding(name, globalenv())
  # R finds classes and generics that cells defined by tables of its own.
  attempt("classes", methods::cacheMetaData(1L, TRUE))
  lost
}

# Bytes that tell values apart. R compiles a function after some use, and it is still the same.
digest_bytes <- function(value) {
  if (is.function(value)) charToRaw(paste(deparse(value), collapse = "\n")) else as.vector(as_bytes(value))
}

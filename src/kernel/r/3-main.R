# R, part 3: cells. Everything here lives in an environment of its own, so that cells see only their own variables.
tellings <- file("/dev/fd/4", "wb", raw = TRUE)
requests <- file("/dev/fd/3", "rb", raw = TRUE)

tell <- function(...) {
  writeLines(json_object(...), tellings, useBytes = TRUE)
  flush(tellings)
}

# Figures become files that the relay sends on; without Cairo R can still draw PDF.
figures <- file.path(tempdir(), "figures")
has_cairo <- capabilities("cairo")
options(warn = 1, device = function(...) {
  dir.create(figures, showWarnings = FALSE)
  path <- file.path(figures, if (has_cairo) "%05d.png" else "%05d.pdf")
  if (has_cairo) grDevices::png(path, width = 800, height = 600, res = 96, type = "cairo")
  else grDevices::pdf(path, onefile = FALSE)
})

tell_figures <- function() {
  while (grDevices::dev.cur() > 1L) grDevices::dev.off()
  for (path in list.files(figures, full.names = TRUE)) tell(type = "\"figure\"", path = json_text(path))
}

shared <- attach(NULL, name = "kernel")
shared$display <- function(value) {
  tell(type = "\"display\"", data = bundle_of(value), metadata = "{}")
  invisible()
}
shared$quit <- shared$q <- function(save = "no", status = 0, ...) {
  condition <- list(message = paste("exit status", status), call = NULL, status = status)
  stop(structure(condition, class = c("ExitError", "error", "condition")))
}

fail <- function(name, value, line = NULL, column = NULL, traceback = character()) {
  tell(
    type = "\"error\"", name = json_text(name), value = json_text(value),
    traceback = json_array(json_text(traceback)), line = line, column = column
  )
  "error"
}

# The exit code that the cell asked for.
exit_code <- NULL

describe <- function(condition, line = NULL) {
  if (inherits(condition, "ExitError")) exit_code <<- as.integer(condition$status)
  if (inherits(condition, "ExitError") && condition$status == 0) return("ok")
  name <- class(condition)[1]
  message <- conditionMessage(condition)
  call <- conditionCall(condition)
  from <- if (!is.null(call)) paste("in", paste(deparse(call), collapse = " "))
  fail(name, message, line = line, traceback = c(paste0(name, ": ", message), from))
}

describe_syntax <- function(condition) {
  message <- conditionMessage(condition)
  place <- regmatches(message, regexec("^<text>:([0-9]+):([0-9]+): ([^\n]*)", message))[[1]]
  if (length(place) < 4L) return(describe(condition))
  fail("SyntaxError", place[4], line = place[2], column = place[3], traceback = strsplit(message, "\n")[[1]])
}

run_cell <- function(code) {
  expressions <- tryCatch(parse(text = code, keep.source = TRUE, encoding = "UTF-8"), error = identity)
  if (inherits(expressions, "error")) return(describe_syntax(expressions))
  lines <- vapply(attr(expressions, "srcref"), function(place) as.character(place[1]), "")
  for (index in seq_along(expressions)) {
    outcome <- tryCatch(
      allowInterrupts(evaluate(expressions[[index]], is_last = index == length(expressions))),
      error = function(condition) describe(condition, lines[index]),
      interrupt = function(condition) "interrupted"
    )
    if (outcome != "going") return(outcome)
  }
  "ok"
}

# Evaluates an expression. The value of the last one is the result; others are printed, as R does.
evaluate <- function(expression, is_last) {
  value <- withVisible(eval(expression, globalenv()))
  if (value$visible && is_last && is.null(value$value)) return("going")
  if (value$visible && is_last) tell(type = "\"result\"", data = bundle_of(value$value), metadata = "{}")
  else if (value$visible) print(value$value)
  "going"
}

operations <- list(
  execute = function(code, before, after) {
    prepared <- tryCatch({ eval(parse(text = before), globalenv()); NULL }, error = identity)
    status <- if (is.null(prepared)) run_cell(code) else describe(prepared)
    try(eval(parse(text = after), globalenv()), silent = TRUE)
    if (status == "interrupted") fail("Interrupted", "the execution was interrupted")
    tell_figures()
    status
  },
  get = function(name) {
    if (!exists(name, globalenv(), inherits = FALSE)) return(fail("NameError", paste("object", name, "not found")))
    value <- get(name, globalenv())
    is_single <- is.atomic(value) && length(value) == 1L
    data <- if (is_single) json_object("text/plain" = json_text(format(value))) else bundle_of(value)
    tell(type = "\"value\"", data = data, json = json_value(value))
    "ok"
  },
  set = function(name, literal) {
    assign(name, eval(parse(text = literal)), globalenv())
    "ok"
  },
  variables = function() {
    tell(type = "\"variables\"", variables = json_array(vapply(ls(globalenv()), describe_variable, "")))
    "ok"
  },
  save = function(most_bytes) {
    kept <- keep_state(as.numeric(most_bytes))
    write_state(kept$bytes)
    added <- setdiff(loadedNamespaces(), first$namespaces)
    versions <- lapply(c(R = "base", stats::setNames(added, added)), function(name) json_text(getNamespaceVersion(name)))
    tell(type = "\"saved\"", lost = json_array(kept$lost), versions = do.call(json_object, versions))
    "ok"
  },
  load = function(size) {
    tell(type = "\"loaded\"", lost = json_array(load_state(read_state(as.numeric(size)))))
    "ok"
  },
  reseed = function() {
    if (exists(".Random.seed", globalenv(), inherits = FALSE)) set.seed(NULL)
    "ok"
  },
  digests = function() {
    names <- ls(globalenv())
    all <- lapply(names, function(name) digest_bytes(get(name, globalenv())))
    write_state(unlist(all))
    described <- vapply(names, describe_variable, "")
    tell(type = "\"digests\"", sizes = json_array(lengths(all)), variables = json_array(described))
    "ok"
  }
)

describe_variable <- function(name) {
  value <- get(name, globalenv())
  summary <- substr(paste(capture.output(utils::str(value, max.level = 1L)), collapse = " "), 1L, 200L)
  json_object(name = json_text(name), type = json_text(class(value)[1]), summary = json_text(trimws(summary)))
}

# Reads a request: the relay writes it into a file in memory, the sizes of its fields first, and then sends one line to wake R.
read_request <- function() {
  source <- file("/dev/fd/7", "rb", raw = TRUE)
  on.exit(close(source))
  header <- strsplit(readLines(source, 1L), " ")[[1]]
  fields <- lapply(as.integer(header[-1]), function(size) {
    text <- rawToChar(readBin(source, "raw", size))
    Encoding(text) <- "UTF-8"
    text
  })
  list(operation = header[1], fields = fields)
}

remember_first()
suspendInterrupts({
  tell(type = "\"ready\"", language = "\"r\"", version = json_text(paste(R.version$major, R.version$minor, sep = ".")))
  repeat {
    if (length(readLines(requests, 1L)) == 0L) break
    # An interrupt that came while nothing ran is forgotten.
    tryCatch(allowInterrupts(Sys.sleep(0)), interrupt = function(condition) NULL)
    tell(type = "\"begun\"")
    request <- read_request()
    exit_code <- NULL
    status <- tryCatch(do.call(operations[[request$operation]], request$fields), error = function(condition) describe(condition))
    tell(type = "\"done\"", status = json_text(status), exitCode = exit_code)
  }
})

# Runs main.R as Rscript does, and says where an uncaught error arose, which R itself keeps to itself.
local({
  place <- NULL
  options(keep.source = TRUE, error = function() {
    if (!is.null(place)) cat(sprintf("at main.R:%d:%d\n", place[1], place[5]), file = stderr())
    quit(save = "no", status = 1, runLast = FALSE)
  })
  # The innermost call that stands in the program; errors inside a package belong to the line that led there.
  innermost <- function(calls) {
    for (call in rev(calls)) {
      ref <- attr(call, "srcref")
      if (!is.null(ref) && identical(attr(ref, "srcfile")$filename, "main.R")) return(ref)
    }
    NULL
  }
  program <- parse("main.R", keep.source = TRUE, encoding = "UTF-8")
  refs <- attr(program, "srcref")
  for (i in seq_along(program)) {
    withCallingHandlers({
      shown <- withVisible(eval(program[[i]], globalenv()))
      if (shown$visible) print(shown$value)
    }, error = function(condition) {
      found <- innermost(sys.calls())
      place <<- if (is.null(found)) refs[[i]] else found
    })
  }
})

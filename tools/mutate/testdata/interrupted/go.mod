module interrupted

go 1.26
